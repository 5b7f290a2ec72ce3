import { headings } from './camera-file.ts';
import { csvOf } from './cells.ts';

/** A file with the headings and two cameras to write over: one that is asked by ONVIF, one by its address. */
export const templateFile = (name: string): Blob =>
  csvOf([
    headings,
    [`${name} 1`, '192.168.1.64', '80', 'admin', 'password', ''],
    [`${name} 2`, '192.168.1.65', '', 'admin', 'password', 'rtsp://192.168.1.65:554/stream1'],
  ]);
