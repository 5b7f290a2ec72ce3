import { onTenantEnd } from '../../platform/session/tenant-state.ts';

/** Name and colour of an organization that is being made; nothing of it exists on the server before the last step. */
export interface OrganizationDraft {
  name: string;
  color: string;
}

let draft: OrganizationDraft | null = null;
// A draft belongs to the person who typed it.
onTenantEnd(() => keepDraft(null));

export const keepDraft = (next: OrganizationDraft | null): void => {
  draft = next;
};

export const readDraft = (): OrganizationDraft | null => draft;

/** Colours to choose from; each stands apart from the others in both themes. */
export const organizationColors = [
  '#066e88',
  '#2a8f62',
  '#b48c15',
  '#b55e02',
  '#b10b2b',
  '#7a5bd0',
  '#b0427f',
  '#4a6fd0',
  '#636d74',
] as const;
