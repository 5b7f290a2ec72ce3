import type { Camera } from '@sightline/contracts/cameras/camera';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { RibbonCell } from '../../../../ui/ribbon/ribbon-cells.ts';
import { Ribbon } from '../../../../ui/ribbon/ribbon.tsx';
import { cellAt, momentIn, steppedCell, type Span } from './ribbon-moments.ts';
import type { MomentWords } from './use-ribbon-words.ts';
import classes from './ribbons.module.css';

interface RibbonSliderProps {
  camera: Camera;
  range: Span;
  cells: readonly RibbonCell[];
  gaps: readonly Span[];
  words: (utcMs: number) => MomentWords;
  onPoint: (utcMs: number | null) => void;
}

/** A day to point into: by pointer or with arrows, 10 minutes each; a click or Enter plays there. Time runs left to right in every language. */
export function RibbonSlider({ camera, range, cells, gaps, words, onPoint }: RibbonSliderProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [cell, setCell] = useState<number | null>(null);
  const point = (next: number | null): void => {
    setCell(next);
    onPoint(next === null ? null : momentIn({ range, cells: cells.length, gaps }, next));
  };
  const shown = cell ?? cells.length - 1;
  const utcMs = momentIn({ range, cells: cells.length, gaps }, shown);
  const { time, said, isGap } = words(utcMs);
  const play = (at: number): void =>
    void navigate({ to: '/camera/$cameraId', params: { cameraId: camera.id }, search: { at: String(at) } });
  const overCell = (event: PointerEvent<HTMLElement>): number =>
    cellAt(event.currentTarget.getBoundingClientRect(), event.clientX, cells.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return play(utcMs);
    const next = steppedCell(shown, event.key, cells.length);
    if (next === null) return;
    event.preventDefault();
    point(next);
  };
  return (
    <span
      className={classes.day}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={t('home.ribbon.play', { name: camera.name })}
      aria-valuemin={0}
      aria-valuemax={cells.length - 1}
      aria-valuenow={shown}
      aria-valuetext={`${time}. ${said}`}
      onPointerMove={(event) => event.pointerType === 'mouse' && point(overCell(event))}
      onPointerLeave={() => point(null)}
      onBlur={() => point(null)}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        // A screen reader clicks without a place.
        if (event.detail === 0) return play(utcMs);
        const clicked = cellAt(event.currentTarget.getBoundingClientRect(), event.clientX, cells.length);
        play(momentIn({ range, cells: cells.length, gaps }, clicked));
      }}
    >
      <Ribbon cells={cells} />
      {cell !== null && (
        <>
          <span
            className={classes.at}
            style={{ insetInlineStart: `${String(((cell + 0.5) / cells.length) * 100)}%` }}
          />
          <span className={classes.moment} data-gap={isGap} dir="auto">
            <bdi>{time}</bdi>
            {isGap && <span className={classes.why}>{said}</span>}
          </span>
        </>
      )}
    </span>
  );
}
