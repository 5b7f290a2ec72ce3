import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import words from '../../../../ui/forms/field-words.module.css';
import { Row } from '../../../../ui/layout/row.tsx';
import { hasPart, needsZones } from '../condition-facts.ts';
import type { ConditionDraft } from '../rule-values.ts';
import { countsByLines, maxCountLines, maxZones, type Shape } from './shapes.ts';
import classes from './drawing.module.css';

interface ShapeListProps {
  shapes: readonly Shape[];
  condition: ConditionDraft;
  markedId: string | null;
  nameOf: (shape: Shape) => string;
  onMark: (id: string) => void;
  onAdd: () => void;
  onRemove: (id: string) => void;
}

/** What is drawn, by name: to choose what is moved, and for zones and lines to count by to add and remove them. */
export function ShapeList({ shapes, condition, markedId, nameOf, onMark, onAdd, onRemove }: ShapeListProps) {
  const { t } = useTranslation();
  const { kind } = condition;
  const isByLines = countsByLines(condition);
  const many = shapes.filter(({ is }) => is === 'zone' || is === 'countLine');
  const isLast = (isByLines || needsZones(kind)) && many.length === 1;
  return (
    <Row wrap align="center" gap={8}>
      {many.length === 0 && !isByLines && hasPart(kind, 'zones') && (
        <span className={words.hint}>{t('ruleBuilder.draw.whole')}</span>
      )}
      {shapes.map((shape) => (
        <Row key={shape.id} align="center" className={classes.item} data-chosen={shape.id === markedId}>
          <button
            type="button"
            className={classes.pick}
            aria-pressed={shape.id === markedId}
            onClick={() => onMark(shape.id)}
          >
            {nameOf(shape)}
          </button>
          {many.includes(shape) && !isLast && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('ruleBuilder.draw.remove', { shape: nameOf(shape) })}
              onClick={() => onRemove(shape.id)}
            >
              <IconTrash size={14} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </Row>
      ))}
      {hasPart(kind, 'zones') && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          disabled={many.length >= (isByLines ? maxCountLines : maxZones)}
          onClick={onAdd}
        >
          {t(isByLines ? 'ruleBuilder.draw.addLine' : 'ruleBuilder.draw.addZone')}
        </Button>
      )}
    </Row>
  );
}
