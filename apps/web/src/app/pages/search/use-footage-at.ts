import { useEffect } from 'react';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';

const againMs = 2000;

/** Plays footage from an instant. What was seen a second ago is still being recorded: until it is there, it is asked for again. */
export function useFootageAt(player: CameraPlayer, atUtcMs: number): void {
  useEffect(() => {
    player.seek(atUtcMs);
    const timer = setInterval(() => {
      const { mode, path } = player.store.get();
      if (mode === 'live' && path !== 'none') player.seek(atUtcMs);
    }, againMs);
    return () => clearInterval(timer);
  }, [player, atUtcMs]);
}
