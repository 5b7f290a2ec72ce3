/** Services that an organization can install, in the order in which screens list them. Plain values: screens need no schemas for them. */
export const integrationServices = ['slack', 'team3', 'noonlight', 'sightline', 'immix'] as const;

/** What the contract takes, as plain values: screens check forms by them. */
export const integrationLimits = { address: 2000, token: 400, host: 253, quota: 1_000_000 } as const;
