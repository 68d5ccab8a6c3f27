import fc from 'fast-check'

// Properties draw the same values in every run, so that a run that fails says something about the change in it.
// PROPERTY_SEED=random draws others, and a number those of a run that failed.
const FIXED = 20261121
const wanted = process.env['PROPERTY_SEED']
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted ?? FIXED) })
