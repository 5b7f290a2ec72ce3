/** Whose core this is. */
export interface Membership {
  edgeId: string;
  organizationId: string;
  /** Names the count of what this core tells. */
  epoch: string;
}
