import type { Camera } from '@sightline/contracts/cameras/camera';
import { Button } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { columns, countOf, neighbour, noCells, rows, withRectangle, type Cells } from './cells.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './motion.module.css';

interface RegionPickerProps {
  camera: Camera;
  cells: Cells;
  onChange: (cells: Cells) => void;
}

interface Drag {
  from: number;
  to: number;
  /** Whether the rectangle is added or taken away: the opposite of the cell it begins on. */
  isOn: boolean;
}

/** The camera's last picture under a grid: a rectangle is drawn by dragging, single cells with the keys. */
export function RegionPicker({ camera, cells, onChange }: RegionPickerProps) {
  const { t } = useTranslation();
  const chosen = countOf(cells);
  const [aspect, setAspect] = useState<string | undefined>(undefined);
  return (
    <section className={classes.picker} aria-label={t('events.search.motion.region')}>
      <div className={classes.picture} dir="ltr" style={{ aspectRatio: aspect }}>
        {camera.posterUrl !== null && (
          <img
            src={camera.posterUrl}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setAspect(naturalWidth > 0 ? `${naturalWidth} / ${naturalHeight}` : undefined)
            }
          />
        )}
        <CellGrid cells={cells} onChange={onChange} />
      </div>
      <Row align="center" justify="between" gap={12} className={classes.pickerFoot}>
        <span role="status">
          {chosen === 0 ? t('events.search.motion.wholePicture') : t('events.search.motion.chosen', { count: chosen })}
        </span>
        <Button variant="default" size="xs" disabled={chosen === 0} onClick={() => onChange(noCells)}>
          {t('events.search.motion.clear')}
        </Button>
      </Row>
      <p className={classes.hint}>{t('events.search.motion.drawHint')}</p>
    </section>
  );
}

const rowNumbers = Array.from({ length: rows }, (_, row) => row);
const columnNumbers = Array.from({ length: columns }, (_, column) => column);

function CellGrid({ cells, onChange }: Omit<RegionPickerProps, 'camera'>) {
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [current, setCurrent] = useState(0);
  const shown = drag ? withRectangle(cells, drag, drag.isOn) : cells;
  const cellUnder = ({ clientX, clientY }: PointerEvent): number => {
    const { left, top, width, height } = grid.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const within = (part: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(part * count)));
    return within((clientY - top) / height, rows) * columns + within((clientX - left) / width, columns);
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const at = cellUnder(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    setCurrent(at);
    setDrag({ from: at, to: at, isOn: cells[at] !== true });
  };
  const end = (): void => {
    if (drag) onChange(shown);
    setDrag(null);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === ' ' || event.key === 'Enter')
      onChange(withRectangle(cells, { from: current, to: current }, cells[current] !== true));
    else {
      const next = neighbour(current, event.key);
      if (next === current) return;
      setCurrent(next);
      grid.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
    }
    event.preventDefault();
  };
  return (
    <div
      ref={grid}
      className={classes.cells}
      role="grid"
      tabIndex={-1}
      aria-label={t('events.search.motion.grid')}
      aria-multiselectable="true"
      data-testid="motion-grid"
      onPointerDown={begin}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: cellUnder(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      onKeyDown={press}
    >
      {rowNumbers.map((row) => (
        <div key={row} role="row" className={classes.row}>
          {columnNumbers.map((column) => {
            const index = row * columns + column;
            return (
              <div
                key={column}
                role="gridcell"
                className={classes.cell}
                data-cell={index}
                tabIndex={index === current ? 0 : -1}
                aria-selected={shown[index] === true}
                aria-label={t('events.search.motion.cell', { row: row + 1, column: column + 1 })}
                onFocus={() => setCurrent(index)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
