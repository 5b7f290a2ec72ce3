import { entry, type ErrorEntry } from './error-entry.ts';

/** Entrances and what they count. */
export const entranceErrors = {
  entrance_line: entry(400, false, 'This line is too short to be crossed. Draw it across the whole entrance.'),
  entrance_line_border: entry(
    400,
    false,
    'This line lies on the edge of the picture, so nobody can be seen crossing it. Move its points into the picture.',
  ),
  entrance_line_crossing: entry(
    400,
    false,
    'This line crosses or touches itself, so it has no clear inside and outside. Move its points apart.',
  ),
  entrance_range: entry(
    400,
    false,
    'Figures by minute cover at most 1 day, by hour 31 days and by day 366 days, and end after they begin. Choose a shorter time.',
  ),
} as const satisfies Record<string, ErrorEntry>;
