import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoxAppearance } from './draw-boxes.ts';
import { drawBoxes } from './draw-boxes.ts';
import { liveBoxesAt } from './live-boxes-at.ts';
import type { OverlaySource } from './overlay-source.ts';
import { pathBoxesAt } from './path-boxes-at.ts';
import { fitOf } from './picture-fit.ts';
import type { ZoomedView } from './picture-fit.ts';
import { useEventPaths } from './use-event-paths.ts';
import classes from './box-overlay.module.css';

interface BoxOverlayProps {
  cameraId: string;
  source: OverlaySource;
  zoom: ZoomedView;
  nowMs: () => number;
  /** Footage, and with it the boxes over it, may be seen. */
  hasPlayback: boolean;
}

type Words = BoxAppearance['words'];

function readLook(element: Element, words: Words): BoxAppearance {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    words,
    colours: { person: token('--s-v-person'), vehicle: token('--s-v-vehicle'), animal: token('--s-v-animal') },
    ink: token('--s-v-bg'),
    halo: token('--s-v-scrim'),
    font: token('--s-font'),
  };
}

/** Boxes over the picture, drawn with each picture for the very instant that it shows. Decoration for those who see it; the list of events has it in words. */
export function BoxOverlay({ cameraId, source, zoom, nowMs, hasPlayback }: BoxOverlayProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useRef<BoxAppearance | null>(null);
  const paths = useEventPaths({ cameraId, source, nowMs, isEnabled: !source.isLive && hasPlayback });
  const words = useMemo<Words>(
    () => ({
      person: t('events.search.class.person'),
      vehicle: t('events.search.class.vehicle'),
      animal: t('events.search.class.animal'),
    }),
    [t],
  );
  const draw = useEffectEvent((utcMs: number | null) => {
    const element = canvas.current;
    const picture = source.pictureSize();
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const { width, height } = sized(element);
    if (utcMs === null || !picture || width === 0) return context.clearRect(0, 0, width, height);
    const boxes = source.isLive ? liveBoxesAt(source.liveBoxes(), utcMs) : pathBoxesAt(paths, utcMs);
    const count = String(boxes.length);
    if (element.dataset.boxes !== count) element.dataset.boxes = count;
    const guesses = String(boxes.filter(({ guess }) => guess !== null).length);
    if (element.dataset.guesses !== guesses) element.dataset.guesses = guesses;
    look.current ??= readLook(element, words);
    drawBoxes({ context, fit: fitOf({ width, height }, picture, zoom), width, height }, boxes, look.current);
  });
  useEffect(() => {
    source.wantLive(true);
    return () => source.wantLive(false);
  }, [source]);
  useEffect(() => source.onPicture((utcMs) => draw(utcMs)), [source]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => draw(source.pictureUtcMs()));
    observer.observe(element);
    return () => observer.disconnect();
  }, [source]);
  // A picture that stands still gets its boxes when they are there, and when it is enlarged.
  useEffect(() => {
    look.current = null;
    draw(source.pictureUtcMs());
  }, [source, zoom, paths, words]);
  return <canvas ref={canvas} className={classes.overlay} dir="ltr" aria-hidden="true" data-testid="box-overlay" />;
}

/** Gives the canvas as many pixels as the screen has; answers its size in CSS pixels. */
function sized(element: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = element;
  const ratio = window.devicePixelRatio;
  if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
  }
  element.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { width, height };
}
