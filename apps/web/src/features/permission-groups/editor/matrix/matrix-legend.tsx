import { useTranslation } from 'react-i18next';
import { Row } from '../../../../ui/layout/row.tsx';
import type { Holding } from '../group-grants.ts';
import { HoldingMark } from '../holding-mark.tsx';
import classes from './permission-matrix.module.css';

const signs: readonly { key: 'own' | 'inherited' | 'none' | 'mixed' | 'unfit'; holding: Holding; isBelow: boolean }[] =
  [
    { key: 'own', holding: { how: 'own' }, isBelow: false },
    { key: 'inherited', holding: { how: 'inherited', from: null }, isBelow: false },
    { key: 'none', holding: { how: 'none' }, isBelow: false },
    { key: 'mixed', holding: { how: 'none' }, isBelow: true },
    { key: 'unfit', holding: { how: 'unfit' }, isBelow: false },
  ];

/** What the signs of the matrix mean. */
export function MatrixLegend() {
  const { t } = useTranslation();
  return (
    <Row as="ul" wrap align="center" gap={16} rowGap={4} className={classes.legend}>
      {signs.map(({ key, holding, isBelow }) => (
        <Row as="li" key={key} align="center" gap={8}>
          <HoldingMark holding={holding} isBelow={isBelow} />
          {t(`permissionGroups.matrix.legend.${key}`)}
        </Row>
      ))}
    </Row>
  );
}
