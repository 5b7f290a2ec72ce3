import { AppError } from '@sightline/contracts/shared/errors';
import type { Work } from '../../platform/database/database.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import { awayCode, findServingEdge } from '../edges/edges.public.ts';
import { isOfOriginals } from './export-originals.ts';
import { findExport, type ExportRow } from './exports.repository.ts';
import { beginExport, type ExportsDeps } from './exports.service.ts';

/** What making such a file needs from the rest of the server. */
export type HiddenExportDeps = ExportsDeps;

/** A range of one camera, for somebody who may have it. */
export interface HiddenExport {
  organizationId: string;
  cameraId: string;
  edgeId: string;
  fromUtcMs: number;
  toUtcMs: number;
  /** In whose name. */
  createdBy: string;
}

/** Asks the core of a camera for a file in which everything is hidden that the camera hides, and answers its id. Throws what the core says, or why it is away. */
export function exportHidden(deps: HiddenExportDeps, wanted: HiddenExport): Promise<string> {
  const { organizationId, cameraId, edgeId, fromUtcMs, toUtcMs, createdBy } = wanted;
  return beginExport(deps, {
    place: { organizationId, by: { userId: createdBy, sessionId: null, address: undefined } },
    createdBy,
    cameraId,
    range: { fromUtcMs, toUtcMs, stream: 'main', originals: false },
    // Asked again and again while its core is away, it leaves no trace of that.
    allow: async (trx) => {
      const edge = await findServingEdge(trx, organizationId, edgeId);
      if (edge?.isLinked !== true) throw new AppError(edge ? awayCode(edge) : 'not_found');
      return { edgeId };
    },
  });
}

/** Such a file and how far it is; undefined for one that does not exist, or could show what its camera hides. */
export async function hiddenExport(
  trx: Work,
  place: { organizationId: string; exportId: string },
): Promise<ExportRow | undefined> {
  const row = await findExport(trx, place);
  return row && row.blobKey !== null && isOfOriginals(row.blobKey) ? undefined : row;
}

/** What a camera hides, in one word: a file that was made when it hid something else is not shown to whoever holds a link. */
export async function hiddenWord(trx: Work, organizationId: string, cameraId: string): Promise<string> {
  const privacy = (await hiddenFrom(trx, { organizationId, grants: [] }, [cameraId])).get(cameraId);
  return JSON.stringify(privacy ?? null);
}
