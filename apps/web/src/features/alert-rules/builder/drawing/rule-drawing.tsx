import { Button, Switch } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CornerHandles } from '../../../../ui/drawing/corner-handles.tsx';
import { withCorner, type Corner } from '../../../../ui/drawing/corners.ts';
import { DrawingPlace } from '../../../../ui/drawing/drawing-place.tsx';
import { useHistory, useUndoKeys } from '../../../../ui/drawing/use-history.ts';
import words from '../../../../ui/forms/field-words.module.css';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { useBuilderWords } from '../fields/use-builder-words.ts';
import type { ConditionDraft } from '../rule-values.ts';
import { CornerButtons } from './corner-buttons.tsx';
import { DrawnShapes } from './drawn-shapes.tsx';
import { ShapeList } from './shape-list.tsx';
import {
  countsByLines,
  faultOf,
  formOf,
  shapesOf,
  withNewLine,
  withNewZone,
  withoutShape,
  withPlaceCorner,
  withShape,
} from './shapes.ts';
import { useShapeName } from './use-shape-name.ts';
import classes from './drawing.module.css';

interface RuleDrawingProps {
  condition: ConditionDraft;
  posterUrl: string | null;
  aspectRatio: number;
  /** Moving pictures of the camera, made when they are wanted. */
  livePicture?: (() => ReactNode) | undefined;
  onChange: (condition: ConditionDraft) => void;
}

/** What a rule watches, drawn on the camera's picture by mouse, touch and keys. */
export function RuleDrawing({ condition, posterUrl, aspectRatio, livePicture, onChange }: RuleDrawingProps) {
  const { t } = useTranslation();
  const said = useBuilderWords();
  const place = useRef<HTMLDivElement>(null);
  const [wantedId, setWantedId] = useState<string | null>(null);
  const [chosenCorner, setChosenCorner] = useState<number | null>(null);
  const [isLive, setLive] = useState(true);
  const { canUndo, commit, undo } = useHistory(condition, onChange);
  const shapes = shapesOf(condition);
  const marked = shapes.find(({ id }) => id === wantedId) ?? shapes[0];
  const nameOf = useShapeName(shapes);
  const mark = (id: string): void => {
    if (id === marked?.id) return;
    setWantedId(id);
    setChosenCorner(null);
  };
  const setPoints = (points: Corner[], step?: string): void => {
    if (marked) commit(withShape(condition, { ...marked, points }), step && `${step} of ${marked.id}`);
  };
  const takeBack = (): void => {
    setChosenCorner(null);
    undo();
  };
  const keys = useUndoKeys(takeBack);
  const fault = marked && faultOf(marked);
  return (
    <div ref={keys} role="group" aria-label={t('ruleBuilder.draw.label')} className={classes.drawing}>
      <DrawingPlace
        place={place}
        posterUrl={posterUrl}
        aspectRatio={aspectRatio}
        live={isLive && livePicture ? livePicture() : null}
        empty={t('ruleBuilder.draw.noPicture')}
      >
        <DrawnShapes
          shapes={shapes}
          condition={condition}
          markedId={marked?.id ?? null}
          aspectRatio={aspectRatio}
          onMark={mark}
        />
        {marked && (
          <CornerHandles
            key={marked.id}
            points={marked.points}
            form={formOf(marked)}
            withMoved={marked.is === 'place' ? withPlaceCorner : withCorner}
            nameOf={({ x, y }, index) =>
              t('ruleBuilder.draw.corner', {
                number: index + 1,
                count: marked.points.length,
                shape: nameOf(marked),
                x: Math.round(x * 100),
                y: Math.round(y * 100),
              })
            }
            place={place}
            chosenCorner={chosenCorner}
            onChooseCorner={setChosenCorner}
            onPoints={setPoints}
          />
        )}
      </DrawingPlace>
      <Stack gap={8} className={classes.below}>
        {fault != null && (
          <p className={classes.wrong} role="alert">
            {said.wrong(fault, { condition })}
          </p>
        )}
        <Row wrap align="center" gap={8}>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
            disabled={!canUndo}
            onClick={takeBack}
          >
            {t('ruleBuilder.draw.undo')}
          </Button>
          {marked && <CornerButtons shape={marked} chosenCorner={chosenCorner} onPoints={setPoints} />}
          {livePicture && (
            <Switch
              label={t('ruleBuilder.draw.live')}
              checked={isLive}
              onChange={(event) => setLive(event.currentTarget.checked)}
            />
          )}
        </Row>
        <ShapeList
          shapes={shapes}
          condition={condition}
          markedId={marked?.id ?? null}
          nameOf={nameOf}
          onMark={mark}
          onAdd={() => {
            const added = countsByLines(condition) ? withNewLine(condition) : withNewZone(condition);
            commit(added.condition);
            mark(added.id);
          }}
          onRemove={(id) => commit(withoutShape(condition, id))}
        />
        <p className={words.hint}>{t('ruleBuilder.draw.help')}</p>
      </Stack>
    </div>
  );
}
