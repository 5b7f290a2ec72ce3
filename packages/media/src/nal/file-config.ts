import type { FlacConfig } from '../flac/flac-config.ts';
import type { AudioConfig, VideoConfig } from '../units/access-unit.ts';

/** What a file or a browser's buffer holds: as cameras send it, or with its sound turned into FLAC. */
export interface FileConfig {
  video: VideoConfig;
  audio: AudioConfig | FlacConfig | null;
}
