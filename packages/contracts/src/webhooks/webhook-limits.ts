/** What the contract takes of a webhook, as plain values: screens check forms by them without the schemas. */
export const webhookLimits = {
  name: 120,
  address: 2000,
  /** Webhooks of an organization. */
  webhooks: 50,
  /** Messages that wait for one of them; beyond that the oldest that is not urgent becomes a dead letter. */
  waiting: 10_000,
} as const;
