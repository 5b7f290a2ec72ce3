import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Grid } from '../layout/grid.tsx';
import { Row } from '../layout/row.tsx';
import { Stack } from '../layout/stack.tsx';
import { classNames, type LayoutTag, type PropsOf } from '../layout/layout-parts.ts';
import classes from './fields.module.css';

/** A form that says itself what is wrong with its fields, which stand one below the other. */
export function Form(props: Omit<ComponentPropsWithRef<'form'>, 'noValidate' | 'className'>) {
  return <Stack as="form" gap={16} {...props} className={classes.fields} noValidate />;
}

interface FieldsProps {
  /** As wide as there is room, such as in a dialog. */
  isWide?: boolean;
}

/** Fields one below the other, where the form is not around them or is more than they. */
export function Fields<Tag extends LayoutTag = 'div'>(props: PropsOf<Tag, FieldsProps>) {
  const { isWide = false, className, ...rest } = props as PropsOf<'div', FieldsProps>;
  return <Stack gap={16} {...rest} className={classNames(!isWide && classes.fields, className)} />;
}

/** Two fields beside each other; on phones one below the other. */
export function FieldPair({ children }: { children: ReactNode }) {
  return (
    <Grid columns={2} gap={16} collapses>
      {children}
    </Grid>
  );
}

/** The buttons at the foot of a form. */
export function FormActions({ as = 'div', children }: { as?: 'div' | 'span'; children: ReactNode }) {
  return (
    <Row as={as} wrap align="center" gap={8} className={classes.actions}>
      {children}
    </Row>
  );
}
