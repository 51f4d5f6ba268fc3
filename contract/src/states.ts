/** The states of Brazil by their two letters (UF), in the order of the alphabet. */
export const federativeUnits = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(
  ' ',
);
