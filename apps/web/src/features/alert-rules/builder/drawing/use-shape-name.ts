import { useTranslation } from 'react-i18next';
import type { Shape } from './shapes.ts';

/** What the shapes of a rule are called; zones by their number. */
export function useShapeName(shapes: readonly Shape[]): (shape: Shape) => string {
  const { t } = useTranslation();
  const isTwoLines = shapes.some(({ is }) => is === 'secondLine');
  return ({ is, id }) => {
    if (is === 'zone')
      return t('ruleBuilder.draw.zone', {
        number: shapes.filter((shape) => shape.is === 'zone').findIndex((zone) => zone.id === id) + 1,
      });
    if (is === 'countLine')
      return t('ruleBuilder.draw.countLine', { number: shapes.findIndex((line) => line.id === id) + 1 });
    if (is === 'place') return t('ruleBuilder.draw.place');
    if (!isTwoLines) return t('ruleBuilder.draw.line');
    return t(is === 'line' ? 'ruleBuilder.draw.firstLine' : 'ruleBuilder.draw.secondLine');
  };
}
