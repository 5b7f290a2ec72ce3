import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';

/** While footage plays the address follows it so often. */
const followEveryMs = 5_000;
const worthTellingMs = 2_000;
/** A player changes to footage before it knows where in it. */
const settleMs = 250;

const instantOf = (at: string | undefined): number | null => {
  const atMs = Number(at);
  return at !== undefined && Number.isFinite(atMs) && atMs > 0 ? atMs : null;
};

/** The address of a camera's page carries the time on screen, so that a link to it lands there; live it carries none. */
export function useAddressTime(player: CameraPlayer | null, at: string | undefined): void {
  const navigate = useNavigate();
  /** What this page wrote itself leads nowhere; to the player of another camera it does. */
  const written = useRef<string | undefined>(undefined);
  const leads = useRef<CameraPlayer | null>(null);
  useEffect(() => {
    const atMs = instantOf(at);
    if (!player || (leads.current === player && at === written.current)) return;
    leads.current = player;
    written.current = at;
    if (atMs !== null) player.seek(atMs);
    // Back in the history to an address without a time.
    else if (player.store.get().mode === 'playback') player.goLive();
  }, [player, at]);
  const write = useEffectEvent((of: CameraPlayer): void => {
    const isPlayback = of.store.get().mode === 'playback';
    const knownMs = instantOf(written.current);
    // A link that was followed stays as it is until its moment has passed.
    if (isPlayback && knownMs !== null && Math.abs(of.positionMs - knownMs) < worthTellingMs) return;
    const next = isPlayback ? String(Math.floor(of.positionMs / 1000) * 1000) : undefined;
    if (next === written.current) return;
    written.current = next;
    void navigate({ to: '.', search: (known) => ({ ...known, at: next }), replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (!player) return;
    let known = player.store.get();
    let settling: ReturnType<typeof setTimeout> | undefined;
    const stop = player.store.subscribe(() => {
      const now = player.store.get();
      const isElsewhere =
        now.mode !== known.mode || now.lastSeek !== known.lastSeek || now.isPlaying !== known.isPlaying;
      known = now;
      if (!isElsewhere) return;
      clearTimeout(settling);
      settling = setTimeout(() => write(player), settleMs);
    });
    const timer = setInterval(() => write(player), followEveryMs);
    return () => {
      stop();
      clearTimeout(settling);
      clearInterval(timer);
    };
  }, [player]);
}
