import type { EdgeSoftware } from '@sightline/contracts/edge-releases/edge-release';
import type { Edge } from '@sightline/contracts/edges/edge';

/** The text that says why a core cannot be updated from here just now; null when it can. */
export function whyNoUpdate(
  state: Edge['state'],
  { version, isUpdatable, software }: Pick<EdgeSoftware, 'version' | 'isUpdatable' | 'software'>,
) {
  if (state === 'unclaimed') return 'errors.core_never_connected';
  if (state === 'revoked') return 'errors.core_pairing_revoked';
  // What it is started by is known once it was here.
  if (!isUpdatable && (state === 'online' || version !== null)) return 'errors.core_update_by_hand';
  if (state !== 'online') return 'edgeReleases.update.offline';
  return software === null ? 'edgeReleases.update.unanswered' : null;
}
