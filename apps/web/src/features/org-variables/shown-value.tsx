import type { OrgVariable, OrgVariableType } from '@sightline/contracts/org-variables/org-variable';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../../ui/layout/ellipsis.tsx';
import { JsonValue } from './json-value.tsx';
import { textOf } from './variable-values.ts';
import classes from './variables.module.css';

/** The type of a variable as a chip. */
export function TypeChip({ type }: { type: OrgVariableType }) {
  const { t } = useTranslation();
  return <span className={classes.chip}>{t(`orgVariables.type.${type}`)}</span>;
}

/** What a variable holds, in one line; JSON opens as a tree. */
export function ShownValue({ name, type, value }: Pick<OrgVariable, 'name' | 'type' | 'value'>) {
  if (type === 'json') return <JsonValue name={name} value={value} />;
  const text = textOf({ type, value });
  return (
    <Ellipsis title={text} className={classes.value}>
      <bdi translate="no">{text}</bdi>
    </Ellipsis>
  );
}
