/* Lines for people about what happens meanwhile: a wait, a retry, a file that was put aside. */
#ifndef CML_BASE_NOTES_H
#define CML_BASE_NOTES_H

/* Where they go. Zeroed: nowhere. */
struct cml_notes {
	void (*write)(void *context, const char *text); /* one line without its end */
	void *context;
};

/* printf-style; what is longer than a line of 1,023 bytes is cut. */
void cml_note(const struct cml_notes *notes, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
