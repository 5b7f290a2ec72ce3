import { vehicleColors, type VehicleColor } from '@sightline/contracts/vehicles/vehicle-colors';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import classes from './vehicles.module.css';

/** A licence plate as it is on the vehicle, in capitals. */
export function PlateSign({ plate }: { plate: string }) {
  return (
    <bdi className={classes.plate} translate="no">
      {plate.toUpperCase()}
    </bdi>
  );
}

/** The colour itself; its name stands beside it. */
export function Swatch({ color }: { color: VehicleColor }) {
  const drawn: { hex: string; stroke?: string } = vehicleColors[color];
  return (
    <span
      className={classes.swatch}
      style={{ backgroundColor: drawn.hex, borderColor: drawn.stroke ?? 'transparent' }}
      aria-hidden="true"
    />
  );
}

/** A colour with its name. */
export function ColorName({ color }: { color: VehicleColor }) {
  const { t } = useTranslation();
  return (
    <Row as="span" inline align="center" gap={8}>
      <Swatch color={color} />
      {t(`vehicles.color.${color}`)}
    </Row>
  );
}
