import { describe, expect, it } from 'vitest';
import { pictureFileName } from './picture-file.ts';

const at = Date.UTC(2026, 10, 20, 12, 5, 30);

describe('names of saved pictures', () => {
  it('carry no sign that a file system refuses, and are never empty', () => {
    expect(pictureFileName('../a:b*?"<>|', at, 'UTC')).toBe('a-b 2026-11-20 12.05.30.png');
    expect(pictureFileName('...', at, 'UTC')).toBe('camera 2026-11-20 12.05.30.png');
  });

  it('say camera and time of the site', () => {
    expect(pictureFileName('Dock 3 east', at, 'Asia/Jerusalem')).toBe('Dock-3-east 2026-11-20 14.05.30.png');
    expect(pictureFileName('שער 2', at, 'Asia/Jerusalem')).toBe('שער-2 2026-11-20 14.05.30.png');
  });
});
