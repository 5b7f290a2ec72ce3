import { isRetention } from '../streams/stream-values.ts';
import type { CameraDraft } from './camera-draft.ts';
import type { Problem } from './camera-problems.ts';

/** Parts of the page that are shown while they count, or while something in them is wrong: nothing hidden keeps a draft from being saved. */
interface ShownDeps {
  roll: boolean;
  schedule: boolean;
  smartDays: boolean;
  webPage: boolean;
}

/** Which parts are shown of a draft with these problems. */
export function shownParts(
  { recordingMode, recording, vpnConfiguration }: CameraDraft,
  problems: readonly Problem[],
): ShownDeps {
  const isWrong = (...some: Problem[]): boolean => some.some((problem) => problems.includes(problem));
  return {
    roll: recordingMode === 'motion' || recordingMode === 'objects' || isWrong('rollWrong'),
    schedule: recordingMode === 'schedule' || isWrong('scheduleOverlaps', 'spanBackwards'),
    smartDays: recording.smartStorage.isOn || isWrong('smartRetentionWrong'),
    webPage: vpnConfiguration.isOn || isWrong('webPortWrong'),
  };
}

type Kept = Pick<CameraDraft, 'retentionDays' | 'recording'>;

const plainDays = ({ retentionDays }: Kept): number =>
  isRetention(retentionDays) ? Number(retentionDays) : Number.NaN;
const longestDays = (kept: Kept): number =>
  Math.max(plainDays(kept), kept.recording.smartStorage.isOn ? kept.recording.smartStorage.retentionDays : 0);

/** Whether footage that is kept now is deleted once the draft is saved. */
export const keepsLess = (base: Kept, draft: Kept): boolean =>
  plainDays(draft) < plainDays(base) || longestDays(draft) < longestDays(base);
