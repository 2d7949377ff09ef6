//! Tests of truco.
