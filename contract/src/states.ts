/** Brazilian states (UF), in alphabetical order. */
export const federativeUnits = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(
  ' ',
);
