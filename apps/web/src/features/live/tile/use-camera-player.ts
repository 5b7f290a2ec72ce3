import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { CameraPlayer } from '../engine/camera-player.ts';
import type { PlayerSnapshot } from '../engine/player-snapshot.ts';
import { warmUpPeer } from '../engine/links/warm-peer.ts';
import { isInactive, onAttention } from '../../../platform/idle/idle-store.ts';

/** A player of one camera that starts at once, pauses while nobody is there, and ends with the component. Null only before the first effect. `stream`: what live shows. */
export function useCameraPlayer(cameraId: string, stream: 'auto' | 'sub' = 'auto'): CameraPlayer | null {
  const [player, setPlayer] = useState<CameraPlayer | null>(null);
  useEffect(() => {
    const made = new CameraPlayer(cameraId, stream);
    made.start();
    // What is drawn around it gives way to the connection that it just began.
    startTransition(() => setPlayer(made));
    if (isInactive()) made.suspend();
    const stopFollowing = onAttention((isAway) => (isAway ? made.suspend() : made.resume()));
    return () => {
      stopFollowing();
      made.stop();
      setPlayer(null);
      // Whoever leaves a camera often opens another one.
      warmUpPeer();
    };
  }, [cameraId, stream]);
  return player;
}

/** What the player's tile draws, kept fresh. */
export const usePlayerSnapshot = (player: CameraPlayer): PlayerSnapshot =>
  useSyncExternalStore(player.store.subscribe, player.store.get);

/** The instant on screen, read every `everyMs`. */
export function usePosition(player: CameraPlayer, everyMs: number): number {
  const [position, setPosition] = useState(player.positionMs);
  useEffect(() => {
    const read = (): void => setPosition(player.positionMs);
    const timer = setInterval(read, everyMs);
    const stop = player.store.subscribe(read);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [player, everyMs]);
  return position;
}
