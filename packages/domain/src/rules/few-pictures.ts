import type { CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { runsOnCore, ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';

/** Ways are known by two looks a second, as the kinds' tests prove; a speed between two lines needs more of them. */
const leastOnTracks = 2;
const leastForSpeed = 5;
/** These compare pictures and follow nobody: one a second does. */
const onPictures: ReadonlySet<RuleKind> = new Set(['motion', 'tampering', 'door']);

/** Pictures a second below which rules of a kind may miss what they are for; 0: they are about no pictures. */
export function picturesNeeded(kind: RuleKind): number {
  if (!runsOnCore(kind) || ruleKinds[kind].needs === null) return 0;
  if (onPictures.has(kind)) return 1;
  return kind === 'speedControl' ? leastForSpeed : leastOnTracks;
}

/** How a camera's pictures come, as its core says. */
export type PictureSupply = Pick<CameraAnalysisStatus, 'state' | 'cause' | 'decodedFps'> & {
  /** Pictures a second of the stream that is looked at; null while that is not known. */
  streamFps: number | null;
};

/**
 * Whether a rule of a kind gets fewer pictures than it needs: its core has too much to do for looking as often as it should, too few are
 * decoded while something moves, or the camera sends too few. While nothing moves few pictures are looked at, and that is as it should be.
 */
export function hasFewPictures(kind: RuleKind, { state, cause, decodedFps, streamFps }: PictureSupply): boolean {
  const needed = picturesNeeded(kind);
  if (needed === 0 || state === 'off' || state === 'waiting') return false;
  // What is compared needs no detector, which is what has too much to do.
  if (cause === 'analysis_overloaded' && !onPictures.has(kind)) return true;
  if (streamFps !== null && streamFps < needed) return true;
  return state === 'active' && decodedFps < needed;
}
