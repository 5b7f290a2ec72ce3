import { picturePartLength, type DescribedFace } from '@sightline/contracts/people/people-link';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { EdgeCommands } from '../../../platform/link/edge-commands.ts';
import { isRecognitionOn } from '../people.repository.ts';
import { describingCores } from './describing-cores.repository.ts';
import { requireFaceFile } from './face-file.ts';

/** Faces that are narrower than this, px, are told apart too badly to be known by. */
const leastFacePx = 60;
/** A core may have to wait for its cameras' turn. */
const timeoutMs = 20_000;

/** A core that says this cannot be asked now: another one may. */
const awayCodes: readonly ErrorCode[] = [
  'core_offline',
  'core_never_connected',
  'core_pairing_revoked',
  'core_timeout',
  'core_part_down',
  'model_absent',
  'transcode_unavailable',
];

interface DescribeDeps {
  database: Database;
  edges: EdgeCommands;
}

/** Finds the one face in a file, with the help of a core. Throws what is wrong with the file, `face_core_absent` and `face_recognition_off`. */
export async function describeFile(
  deps: DescribeDeps,
  organizationId: string,
  file: Uint8Array,
): Promise<DescribedFace> {
  requireFaceFile(file);
  const { edgeIds, isOn } = await deps.database.withOrganization(organizationId, async (trx) => ({
    isOn: await isRecognitionOn(trx, organizationId),
    edgeIds: await describingCores(trx, organizationId),
  }));
  if (!isOn) throw new AppError('face_recognition_off');
  for (const edgeId of edgeIds) {
    const found = await askCore(deps.edges, { organizationId, edgeId }, file);
    if (found === 'away') continue;
    if (found.count === 0) throw new AppError('face_not_found');
    if (found.face === null) throw new AppError('face_several_found', { count: found.count });
    if (found.face.widthPx < leastFacePx) throw new AppError('face_too_small', { widthPx: found.face.widthPx });
    return found.face;
  }
  throw new AppError('face_core_absent');
}

async function askCore(
  edges: EdgeCommands,
  core: { organizationId: string; edgeId: string },
  file: Uint8Array,
): Promise<{ count: number; face: DescribedFace | null } | 'away'> {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('base64');
  const parts = Math.max(1, Math.ceil(text.length / picturePartLength));
  const pictureId = newId();
  try {
    for (let part = 0; part < parts; part += 1) {
      const bytes = text.slice(part * picturePartLength, (part + 1) * picturePartLength);
      const body = { pictureId, part, parts, bytes };
      const { found } = await edges.request({ ...core, command: 'faces.describe', body, timeoutMs });
      if (found !== null) return found;
    }
    return 'away';
  } catch (error) {
    if (error instanceof AppError && awayCodes.includes(error.code)) return 'away';
    throw error;
  }
}
