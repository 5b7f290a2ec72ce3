import { entry, type ErrorEntry } from './error-entry.ts';

/** People whom cameras recognise. */
export const peopleErrors = {
  person_in_use: entry(
    409,
    false,
    'Alert rules go by this person. Remove the person from those rules, or add others to their groups, first.',
  ),
  group_in_use: entry(409, false, 'Alert rules use this group. Remove the group from those rules first.'),
  face_file_not_a_picture: entry(415, false, "This file isn't a JPEG or PNG picture. Choose another file."),
  face_file_too_large: entry(
    413,
    false,
    'This picture is too large: at most 10 MB and 50 million pixels. Choose a smaller one.',
  ),
  face_not_found: entry(
    422,
    false,
    'No face was found in this picture. Choose one that shows the face from the front, well lit.',
  ),
  face_several_found: entry(422, false, 'This picture shows several faces. Choose one that shows this person alone.'),
  face_too_small: entry(
    422,
    false,
    'The face in this picture is too small: it must be at least 60 pixels wide. Choose a larger picture.',
  ),
  face_already_known: entry(409, false, 'This face already belongs to someone in the directory.'),
  face_core_absent: entry(
    503,
    true,
    'Finding a face takes a core that is online and has its face models. Connect a core, or try again later.',
  ),
  face_recognition_off: entry(
    409,
    false,
    'Face recognition is off at every site, so no faces are stored. Turn it on for a site first.',
  ),
} as const satisfies Record<string, ErrorEntry>;
