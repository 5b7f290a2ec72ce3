import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { organizationColors } from './organization-draft.ts';
import classes from './color-field.module.css';

interface ColorFieldProps {
  value: string;
  onChange: (color: string) => void;
  isDisabled?: boolean;
}

/** Chooses the colour of an organization: some that work, or any other. */
export function ColorField({ value, onChange, isDisabled = false }: ColorFieldProps) {
  const { t } = useTranslation();
  const ownId = useId();
  return (
    <fieldset className={classes.field} disabled={isDisabled}>
      <legend className={classes.legend}>{t('organizations.form.color')}</legend>
      <Row wrap align="center" gap={8}>
        {organizationColors.map((color, index) => (
          <label
            key={color}
            className={classes.choice}
            title={t('organizations.form.colorNumber', { number: index + 1 })}
          >
            <input
              type="radio"
              name={ownId}
              value={color}
              checked={value.toLowerCase() === color}
              aria-label={t('organizations.form.colorNumber', { number: index + 1 })}
              onChange={() => onChange(color)}
            />
            <span className={classes.swatch} style={{ backgroundColor: color }} />
          </label>
        ))}
        <Row as="label" align="center" gap={8} className={classes.own}>
          <input
            type="color"
            value={value}
            aria-label={t('organizations.form.ownColor')}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {t('organizations.form.ownColor')}
        </Row>
      </Row>
    </fieldset>
  );
}
