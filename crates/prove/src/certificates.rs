//! Certificates that there is no solution, as the checker reads them. The families give them as
//! documents; here only their numbers are written in another way.

use fewest_verify::lights::WEIGHTS;
use serde_json::Value;

use crate::algebra::Lights;
use crate::write;

/// Returns the data of the proofs that the certificates make.
pub(crate) fn all(certificates: &[Value], lights: Option<&Lights>) -> Vec<Vec<u8>> {
    let data =
        |certificate| lights.map_or_else(|| of_pegs(certificate), |lights| of_lights(certificate, lights));
    certificates.iter().filter_map(data).collect()
}

/// Colourings and pagodas: the number of colourings, each with the number of its holes and the holes,
/// then the number of pagodas with the weight of every hole.
fn of_pegs(certificate: &Value) -> Option<Vec<u8>> {
    let list = |name: &str| certificate.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let (colourings, pagodas) = (list("colourings"), list("pagodas"));
    if colourings.is_empty() && pagodas.is_empty() {
        return None;
    }
    let mut data = Vec::new();
    write::count(&mut data, colourings.len());
    for holes in &colourings {
        let holes = holes.as_array()?;
        write::count(&mut data, holes.len());
        for hole in holes {
            write::number(&mut data, hole.as_u64()?);
        }
    }
    write::count(&mut data, pagodas.len());
    for weights in &pagodas {
        for weight in weights.as_array()? {
            let weight = weight.as_i64()?;
            // 0, -1, 1, -2, 2 are 0, 1, 2, 3, 4.
            write::number(&mut data, (weight.cast_unsigned() << 1) ^ (weight >> 63).cast_unsigned());
        }
    }
    Some(data)
}

/// A weight for every light.
fn of_lights(certificate: &Value, lights: &Lights) -> Option<Vec<u8>> {
    let mut weights = vec![0_u64; lights.places.len()];
    let (kind, value) = certificate.as_object()?.iter().next()?;
    for (y, item) in value.as_array()?.iter().enumerate() {
        if kind == "quiet_pattern" {
            let row = item.as_str()?.bytes().enumerate().filter(|&(_, sign)| sign == b'#');
            row.for_each(|(x, _)| weights[lights.press((x as i64, y as i64)).unwrap_or(0)] = 1);
            continue;
        }
        let numbers: Vec<i64> = item.as_array()?.iter().filter_map(Value::as_i64).collect();
        let (&[x, y, ref weight @ ..], true) = (&numbers[..], numbers.len() >= 2) else { return None };
        weights[lights.press((x, y))?] =
            weight.first().map_or(Some(1), |&weight| u64::try_from(weight).ok())?;
    }
    let mut data = vec![WEIGHTS];
    weights.iter().for_each(|&weight| write::number(&mut data, weight));
    Some(data)
}
