"""The sources of documents: names of files, open files, responses, mails, archives."""
