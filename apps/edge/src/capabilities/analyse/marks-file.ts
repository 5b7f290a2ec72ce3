import { clearWorkMarks } from './work-marks.ts';
import { openNamelessFile } from '../../platform/processes/nameless-file.ts';

/** Opens a file for what a worker is busy with; answers its descriptor. */
export function openMarksFile(): number {
  const fd = openNamelessFile();
  clearWorkMarks(fd);
  return fd;
}
