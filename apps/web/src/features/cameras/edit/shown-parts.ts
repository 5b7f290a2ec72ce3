import type { CameraDraft } from './camera-draft.ts';
import type { Problem } from './camera-problems.ts';

/** Parts of the page that are shown while they count, or while something in them is wrong: nothing hidden keeps a draft from being saved. */
interface ShownParts {
  roll: boolean;
  schedule: boolean;
  smartDays: boolean;
  webPage: boolean;
}

/** Which parts are shown of a draft with these problems. */
export function shownParts({ recordingMode, recording, vpnConfiguration }: CameraDraft, problems: readonly Problem[]): ShownParts {
  const isWrong = (...some: Problem[]): boolean => some.some((problem) => problems.includes(problem));
  return {
    roll: recordingMode === 'motion' || recordingMode === 'objects' || isWrong('rollWrong'),
    schedule: recordingMode === 'schedule' || isWrong('scheduleOverlaps', 'spanBackwards'),
    smartDays: recording.smartStorage.isOn || isWrong('smartRetentionWrong'),
    webPage: vpnConfiguration.isOn || isWrong('webPortWrong'),
  };
}
