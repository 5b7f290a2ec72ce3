/** Marks the field of comments, for the key that goes there. */
export const commentFieldId = 'alert-comment';
