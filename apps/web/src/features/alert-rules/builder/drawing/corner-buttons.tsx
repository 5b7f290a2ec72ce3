import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withNewCorner, withoutCorner, type Corner } from '../../../../ui/drawing/corners.ts';
import { formOf, type Shape } from './shapes.ts';

interface CornerButtonsProps {
  shape: Shape;
  chosenCorner: number | null;
  onPoints: (points: Corner[]) => void;
}

/** Adds a corner to a shape and removes the chosen one; nothing for a rectangle. */
export function CornerButtons({ shape, chosenCorner, onPoints }: CornerButtonsProps) {
  const { t } = useTranslation();
  const form = formOf(shape);
  const { points } = shape;
  if (form.min === form.max) return null;
  return (
    <>
      <Button
        variant="default"
        disabled={points.length >= form.max}
        onClick={() => onPoints(withNewCorner(points, chosenCorner ?? points.length - 1, form))}
      >
        {t('ruleBuilder.draw.addCorner')}
      </Button>
      <Button
        variant="default"
        disabled={chosenCorner === null || points.length <= form.min}
        onClick={() => chosenCorner !== null && onPoints(withoutCorner(points, chosenCorner, form))}
      >
        {t('ruleBuilder.draw.removeCorner')}
      </Button>
    </>
  );
}
