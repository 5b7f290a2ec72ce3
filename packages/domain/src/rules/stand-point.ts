import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { Box } from '@sightline/contracts/events/event';
import type { Subject } from './subjects.ts';

/** The lowest row belongs to the zones that reach it. */
const maxCoordinate = 0.9995;

interface Stance {
  subject: Subject;
  /** Where it stood at the sight before; null at the first. */
  before: PicturePoint | null;
  /** Between the feet, or the centre for a camera that looks straight down. */
  by?: 'foot' | 'centre';
}

/** The point of the picture at which a subject stands, by its box. */
export function standPoint(box: Box, { subject, before, by = 'foot' }: Stance): PicturePoint {
  const x = Math.min(box.x + box.width / 2, maxCoordinate);
  if (by === 'centre') return { x, y: box.y + box.height / 2 };
  // Legs behind something: the foot stays where it was.
  if (before !== null && subject.shortSinceUtcMs !== null) return before;
  return { x, y: Math.min(box.y + box.height, maxCoordinate) };
}
