import { entry, type ErrorEntry } from './error-entry.ts';

/** Clothes that cameras know again. */
export const uniformErrors = {
  uniform_in_use: entry(409, false, 'Alert rules name this uniform. Remove the uniform from those rules first.'),
  uniform_marks_few: entry(
    422,
    false,
    'Too few images are marked. Mark at least 3 as the same uniform and 1 as not the same.',
  ),
  uniform_images_gone: entry(
    409,
    false,
    'None of the images is left: their events have expired. Wait until cameras see the uniform again.',
  ),
} as const satisfies Record<string, ErrorEntry>;
