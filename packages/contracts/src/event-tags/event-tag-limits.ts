/** What a field of an event tag holds: `Number` is a whole one. */
export const eventTagFieldTypes = ['Text', 'Boolean', 'Number', 'Decimal'] as const;

/** How many event tags an organization may have. */
export const maxEventTags = 100;

/** How many fields an event tag may have. */
export const maxEventTagFields = 10;
