use super::*;
use proptest::prelude::*;

/// Polynomials up to degree 255; short and sparse ones are likely.
fn polynomial() -> impl Strategy<Value = Polynomial> {
    let word = prop_oneof![any::<u64>(), Just(0), 0..8_u64];
    prop::collection::vec(word, 0..4).prop_map(Polynomial::from_words)
}

fn nonzero() -> impl Strategy<Value = Polynomial> {
    polynomial().prop_map(|p| if p.is_zero() { Polynomial::one() } else { p })
}

fn from_exponents(exponents: &[usize]) -> Polynomial {
    exponents.iter().fold(Polynomial::zero(), |sum, &exponent| sum.add(&Polynomial::power(exponent)))
}

#[test]
fn known_products_and_divisors() {
    let x_plus_1 = from_exponents(&[1, 0]);
    assert_eq!(x_plus_1.mul(&x_plus_1), from_exponents(&[2, 0]));
    // x^4 + x = x (x + 1) (x^2 + x + 1)
    let cubic = from_exponents(&[3, 0]);
    assert_eq!(from_exponents(&[4, 1]).gcd(&cubic), cubic);
    assert_eq!(format!("{:?}", from_exponents(&[64, 2, 0])), "x^64 + x^2 + x^0");
    assert_eq!(Polynomial::zero().degree(), None);
    assert_eq!(Polynomial::power(64).degree(), Some(64));
}

#[test]
#[should_panic(expected = "division by the polynomial 0")]
fn nothing_is_divided_by_zero() {
    let _ = Polynomial::one().div_rem(&Polynomial::zero());
}

proptest! {
    #[test]
    fn is_a_commutative_ring(a in polynomial(), b in polynomial(), c in polynomial()) {
        prop_assert_eq!(a.add(&b), b.add(&a));
        prop_assert_eq!(a.mul(&b), b.mul(&a));
        prop_assert_eq!(a.mul(&b).mul(&c), a.mul(&b.mul(&c)));
        prop_assert_eq!(a.mul(&b.add(&c)), a.mul(&b).add(&a.mul(&c)));
        prop_assert_eq!(a.add(&a), Polynomial::zero());
        prop_assert_eq!(a.mul(&Polynomial::one()), a);
    }

    #[test]
    fn degrees_add(a in polynomial(), b in polynomial()) {
        let sum = a.degree().zip(b.degree()).map(|(a, b)| a + b);
        prop_assert_eq!(a.mul(&b).degree(), sum);
    }

    #[test]
    fn short_ways_agree_with_long_multiplication(a in polynomial(), shift in 0..200_usize) {
        prop_assert_eq!(a.square(), a.mul(&a));
        prop_assert_eq!(a.mul_x(), a.mul(&Polynomial::power(1)));
        let mut shifted = Polynomial::zero();
        shifted.add_shifted(&a, shift);
        prop_assert_eq!(shifted, a.mul(&Polynomial::power(shift)));
    }

    #[test]
    fn quotient_and_remainder_rebuild_the_dividend(a in polynomial(), b in nonzero()) {
        let (quotient, rest) = a.div_rem(&b);
        prop_assert!(rest.degree() < b.degree());
        prop_assert_eq!(quotient.mul(&b).add(&rest), a);
    }

    #[test]
    fn gcd_divides_both_and_is_a_combination(a in nonzero(), b in nonzero(), c in nonzero()) {
        let (a, b) = (a.mul(&c), b.mul(&c));
        let Bezout { gcd, s, t } = a.extended_gcd(&b);
        prop_assert_eq!(&gcd, &a.gcd(&b));
        prop_assert_eq!(s.mul(&a).add(&t.mul(&b)), gcd.clone());
        prop_assert!(a.div_rem(&gcd).1.is_zero());
        prop_assert!(b.div_rem(&gcd).1.is_zero());
        prop_assert!(gcd.div_rem(&c).1.is_zero());
    }

    #[test]
    fn gcd_with_zero_is_the_other(a in polynomial()) {
        let zero = Polynomial::zero();
        for Bezout { gcd, .. } in [a.extended_gcd(&zero), zero.extended_gcd(&a)] {
            prop_assert_eq!(gcd, a.clone());
        }
    }
}
