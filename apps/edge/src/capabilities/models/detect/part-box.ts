import type { Box } from '@sightline/contracts/events/event';
import type { Region } from '../../../platform/pictures/crop-resize.ts';

/** Turns a box in fractions of a model's input into fractions of the whole picture, without what lies beyond the picture. */
export function boxOfPart(box: Box, { region, placed }: { region: Region; placed: Region }): Box {
  const across = region.width / placed.width;
  const down = region.height / placed.height;
  const x = Math.min(Math.max(region.x + (box.x - placed.x) * across, 0), 1);
  const y = Math.min(Math.max(region.y + (box.y - placed.y) * down, 0), 1);
  const right = Math.min(region.x + (box.x + box.width - placed.x) * across, 1);
  const bottom = Math.min(region.y + (box.y + box.height - placed.y) * down, 1);
  return { x, y, width: Math.max(right - x, 0), height: Math.max(bottom - y, 0) };
}
