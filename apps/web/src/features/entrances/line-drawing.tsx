import { Button, Switch } from '@mantine/core';
import { IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { crossingArrows, sidesOfLine, tipOf, wordPlace } from '../../ui/drawing/arrows.ts';
import { CornerHandles } from '../../ui/drawing/corner-handles.tsx';
import { lineForm, withNewCorner, withoutCorner, type Corner } from '../../ui/drawing/corners.ts';
import drawing from '../../ui/drawing/drawing.module.css';
import { DrawingPlace } from '../../ui/drawing/drawing-place.tsx';
import { useHistory, useUndoKeys } from '../../ui/drawing/use-history.ts';
import words from '../../ui/forms/field-words.module.css';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import page from '../../ui/drawing/drawing-form.module.css';
import classes from './entrances.module.css';

/** The line of an entrance, and on which side of it is who came in. */
export interface DrawnLine {
  line: Corner[];
  inSide: 'left' | 'right';
}

interface LineDrawingProps {
  drawn: DrawnLine;
  posterUrl: string | null;
  aspectRatio: number;
  /** Moving pictures of the camera, made when they are wanted. */
  livePicture?: (() => ReactNode) | undefined;
  onChange: (drawn: DrawnLine) => void;
}

const otherSide = { left: 'right', right: 'left' } as const;

/** The line as it is drawn, with an arrow to the side that is in. */
function DrawnEntrance({ drawn: { line, inSide }, aspect }: { drawn: DrawnLine; aspect: number }) {
  const { t } = useTranslation();
  const sides = sidesOfLine(line, aspect);
  const arrows = crossingArrows(sides, inSide);
  return (
    <svg className={drawing.shapes} viewBox={`0 0 ${String(aspect * 100)} 100`} aria-hidden="true">
      <polyline className={classes.line} points={line.map(({ x, y }) => `${x * aspect * 100},${y * 100}`).join(' ')} />
      {arrows.map((arrow) => (
        <g key={tipOf(arrow)} className={classes.arrow}>
          <line x1={arrow.from.x * 100} y1={arrow.from.y * 100} x2={arrow.to.x * 100} y2={arrow.to.y * 100} />
          <path d={tipOf(arrow)} />
        </g>
      ))}
      {(['left', 'right'] as const).map((side) => {
        const { x, y } = wordPlace(sides, sides[side]);
        return (
          <text key={side} className={classes.side} x={x * 100} y={y * 100}>
            {t(side === inSide ? 'entrances.draw.inside' : 'entrances.draw.outside')}
          </text>
        );
      })}
    </svg>
  );
}

/** The line of an entrance, drawn on the camera's picture by mouse, touch and keys. */
export function LineDrawing({ drawn, posterUrl, aspectRatio, livePicture, onChange }: LineDrawingProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [chosenCorner, setChosenCorner] = useState<number | null>(null);
  const [isLive, setLive] = useState(true);
  const { canUndo, commit, undo } = useHistory(drawn, onChange);
  const { line, inSide } = drawn;
  const setLine = (next: Corner[], step?: string): void => commit({ line: next, inSide }, step);
  const takeBack = (): void => {
    setChosenCorner(null);
    undo();
  };
  const keys = useUndoKeys(takeBack);
  return (
    <div ref={keys} role="group" aria-label={t('entrances.draw.label')}>
      <DrawingPlace
        place={place}
        posterUrl={posterUrl}
        aspectRatio={aspectRatio}
        live={isLive && livePicture ? livePicture() : null}
        empty={t('entrances.draw.noPicture')}
      >
        <DrawnEntrance drawn={drawn} aspect={aspectRatio} />
        <CornerHandles
          points={line}
          form={lineForm}
          nameOf={({ x, y }, index) =>
            t('entrances.draw.corner', {
              number: index + 1,
              count: line.length,
              x: Math.round(x * 100),
              y: Math.round(y * 100),
            })
          }
          place={place}
          chosenCorner={chosenCorner}
          onChooseCorner={setChosenCorner}
          onPoints={setLine}
        />
      </DrawingPlace>
      <Stack gap={8} className={page.below}>
        <Row wrap align="center" gap={8}>
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={16} stroke={1.6} aria-hidden />}
            onClick={() => commit({ line, inSide: otherSide[inSide] })}
          >
            {t('entrances.draw.turn')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
            disabled={!canUndo}
            onClick={takeBack}
          >
            {t('entrances.draw.undo')}
          </Button>
          <Button
            variant="default"
            disabled={line.length >= lineForm.max}
            onClick={() => setLine(withNewCorner(line, chosenCorner ?? line.length - 1, lineForm))}
          >
            {t('entrances.draw.addCorner')}
          </Button>
          <Button
            variant="default"
            disabled={chosenCorner === null || line.length <= lineForm.min}
            onClick={() => chosenCorner !== null && setLine(withoutCorner(line, chosenCorner, lineForm))}
          >
            {t('entrances.draw.removeCorner')}
          </Button>
          {livePicture && (
            <Switch
              label={t('entrances.draw.live')}
              checked={isLive}
              onChange={(event) => setLive(event.currentTarget.checked)}
            />
          )}
        </Row>
        <p className={words.hint}>{t('entrances.draw.help')}</p>
      </Stack>
    </div>
  );
}
