import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { call } from '../../platform/api/client.ts';
import { switchOrganization } from '../../platform/session/session-actions.ts';
import { currentSession } from '../../platform/session/session-store.ts';
import { keepDraft, readDraft } from './organization-draft.ts';

let madeId: string | null = null;

/**
 * Makes the organization of the draft and enters it. Tried again after a failure it goes on where it stopped, so that a
 * second organization of the same name is never made.
 */
export const makeOrganization = async (): Promise<void> => {
  const draft = readDraft();
  if (draft === null) return;
  madeId ??= (await call(organizationsCalls.create, { body: draft })).id;
  if (currentSession()?.activeOrganizationId !== madeId) await switchOrganization(madeId);
  madeId = null;
  keepDraft(null);
};
