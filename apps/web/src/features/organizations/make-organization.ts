import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { call } from '../../platform/api/client.ts';
import { switchOrganization } from '../../platform/session/session-actions.ts';
import { currentSession } from '../../platform/session/session-store.ts';
import { keepDraft, readDraft } from './organization-draft.ts';

let made: { id: string; name: string } | null = null;

/**
 * Makes the organization of the draft and enters it. Tried again after a failure it goes on where it stopped, so that a
 * second organization of the same name is never made; another name is another organization.
 */
export const makeOrganization = async (): Promise<void> => {
  const draft = readDraft();
  if (draft === null) return;
  if (made?.name !== draft.name)
    made = { id: (await call(organizationsCalls.create, { body: draft })).id, name: draft.name };
  if (currentSession()?.activeOrganizationId !== made.id) await switchOrganization(made.id);
  made = null;
  keepDraft(null);
};
