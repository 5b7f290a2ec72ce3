import type { SpotTask } from '@sightline/contracts/analysis/spot-tasks';
import type { SpotsFact } from '@sightline/domain/rules/facts';
import type { ModelSet } from '../models/inference.ts';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';

/** What the models of these tasks recognise in a picture; of a task without a model, nothing is said. */
export async function spotsOf(
  { spotters }: Pick<ModelSet, 'spotters'>,
  tasks: readonly SpotTask[],
  { image, atUtcMs }: { image: RgbImage; atUtcMs: number },
): Promise<Omit<SpotsFact, 'sequence'>[]> {
  const told: Omit<SpotsFact, 'sequence'>[] = [];
  for (const spotter of spotters)
    if (tasks.includes(spotter.task))
      told.push({ kind: 'spots', atUtcMs, task: spotter.task, found: await spotter.spot(image) });
  return told;
}
