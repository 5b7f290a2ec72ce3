/** Rules that are brought at once. More are brought in several files. */
export const importedRulesLimit = 500;
