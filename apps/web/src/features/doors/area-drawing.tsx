import { Button, Switch } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CornerHandles } from '../../ui/drawing/corner-handles.tsx';
import { withNewCorner, withoutCorner, type Corner, type ShapeForm } from '../../ui/drawing/corners.ts';
import drawing from '../../ui/drawing/drawing.module.css';
import { DrawingPlace } from '../../ui/drawing/drawing-place.tsx';
import { useHistory, useUndoKeys } from '../../ui/drawing/use-history.ts';
import words from '../../ui/forms/field-words.module.css';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import drawn from '../../ui/drawing/drawing-form.module.css';
import classes from './doors.module.css';

const form: ShapeForm = { min: 3, max: 10, isClosed: true };

interface AreaDrawingProps {
  area: readonly Corner[];
  posterUrl: string | null;
  aspectRatio: number;
  /** Moving pictures of the camera, made when they are wanted. */
  livePicture?: (() => ReactNode) | undefined;
  onChange: (area: Corner[]) => void;
}

/** Where a door is, drawn on the camera's picture by mouse, touch and keys. */
export function AreaDrawing({ area, posterUrl, aspectRatio, livePicture, onChange }: AreaDrawingProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isLive, setLive] = useState(true);
  const { canUndo, commit, undo } = useHistory<Corner[]>([...area], onChange);
  const takeBack = (): void => {
    setChosen(null);
    undo();
  };
  const keys = useUndoKeys(takeBack);
  return (
    <div ref={keys} role="group" aria-label={t('doors.mark.label')}>
      <DrawingPlace
        place={place}
        posterUrl={posterUrl}
        aspectRatio={aspectRatio}
        live={isLive && livePicture ? livePicture() : null}
        empty={t('doors.mark.noPicture')}
      >
        <svg className={drawing.shapes} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon className={classes.area} points={area.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')} />
        </svg>
        <CornerHandles
          points={area}
          form={form}
          nameOf={({ x, y }, index) =>
            t('doors.mark.corner', {
              number: index + 1,
              count: area.length,
              x: Math.round(x * 100),
              y: Math.round(y * 100),
            })
          }
          place={place}
          chosenCorner={chosen}
          onChooseCorner={setChosen}
          onPoints={commit}
        />
      </DrawingPlace>
      <Stack gap={8} className={drawn.below}>
        <Row wrap align="center" gap={8}>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
            disabled={!canUndo}
            onClick={takeBack}
          >
            {t('doors.mark.undo')}
          </Button>
          <Button
            variant="default"
            disabled={area.length >= form.max}
            onClick={() => commit(withNewCorner(area, chosen ?? area.length - 1, form))}
          >
            {t('doors.mark.addCorner')}
          </Button>
          <Button
            variant="default"
            disabled={chosen === null || area.length <= form.min}
            onClick={() => chosen !== null && commit(withoutCorner(area, chosen, form))}
          >
            {t('doors.mark.removeCorner')}
          </Button>
          {livePicture && (
            <Switch
              label={t('doors.mark.live')}
              checked={isLive}
              onChange={(event) => setLive(event.currentTarget.checked)}
            />
          )}
        </Row>
        <p className={words.hint}>{t('doors.mark.help')}</p>
      </Stack>
    </div>
  );
}
