"""Where documents come from: names of files, open files, responses, mails, archives."""
