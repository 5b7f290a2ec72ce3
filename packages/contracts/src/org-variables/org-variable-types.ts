/** What a variable holds. */
export const orgVariableTypes = ['string', 'int', 'float', 'json'] as const;
