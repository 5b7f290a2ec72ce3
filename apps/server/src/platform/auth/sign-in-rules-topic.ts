/** Bus topic: `{ organizationId }` of an organization whose rules of signing in were changed: ways, second factor, networks. */
export const signInRulesTopic = 'sign-in-rules.changed';
