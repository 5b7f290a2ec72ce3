import { spotTask } from '@sightline/contracts/analysis/spot-tasks';
import type { ModelTask } from '@sightline/contracts/analysis/analysis';
import type { ModelSet } from '../models/inference.ts';

/** A model for rules is announced only where it is of use: one that finds what is written needs another that reads. */
const isUsed = (task: ModelTask, { spotters }: ModelSet): boolean =>
  !spotTask.safeParse(task).success || spotters.some((spotter) => spotter.task === task);

/** What a decode worker can do: motion and tampering with a decoder, and the task of every model that is active. */
export function workerCapabilities(canDecode: boolean, models: ModelSet): string[] {
  if (!canDecode) return [];
  const active = models
    .statuses()
    .filter(({ isActive, state, task }) => isActive && state === 'ready' && isUsed(task, models));
  return [
    'motion',
    'tampering',
    'analyse',
    ...active.map(({ task, packId, version }) => `${task}:${packId}@${version}`),
  ];
}
