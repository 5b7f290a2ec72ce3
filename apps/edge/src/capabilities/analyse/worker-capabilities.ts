import type { ModelSet } from '../models/inference.ts';

/** What a decode worker can do: motion and tampering with a decoder, and the task of every model that is active. */
export function workerCapabilities(canDecode: boolean, models: ModelSet): string[] {
  if (!canDecode) return [];
  const active = models.statuses().filter((status) => status.isActive && status.state === 'ready');
  return [
    'motion',
    'tampering',
    'analyse',
    ...active.map(({ task, packId, version }) => `${task}:${packId}@${version}`),
  ];
}
