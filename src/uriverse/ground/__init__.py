"""What every other folder may use: checks of arguments, masked passwords, the package's files, outputs, base errors."""
