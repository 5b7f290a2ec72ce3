/** What a media worker is asked to make: a main and a sub stream of one camera. */
export type MediaJob = {
  /** Paths without extension are not guessed: these files appear, complete. */
  mainFile: string;
  subFile: string;
} & (
  | { kind: 'scene'; sceneId: string; width: number; height: number }
  | { kind: 'clip'; source: string }
  | { kind: 'card'; lines: readonly string[]; width: number; height: number }
);

export const sceneFps = 15;

/** What the worker tells while it works. */
export interface MediaJobProgress {
  type: 'progress';
  done: number;
  total: number;
}
